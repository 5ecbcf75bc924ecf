'use strict';

const longestLine = 120;

/** What swift-format sees to in Swift files, as far as all of these have it in common. */
exports.checkLayout = (files, report) => {
  for (const { path, text } of files) {
    const lines = text.split('\n');
    if (lines.pop() !== '' || lines[lines.length - 1] === '') {
      report(path, lines.length, 'the file ends with one newline');
    }
    lines.forEach((line, index) => {
      const say = (message) => report(path, index + 1, message);
      if (line.length > longestLine) say(`the line has ${line.length} characters, more than ${longestLine}`);
      if (/[\t\r]|\s$/.test(line)) say('a tab, a carriage return or a space at the end of the line');
      // Comments of several lines have a star below the second one of their start.
      if (/^(?: {2})* [^ *]/.test(line)) say('indentation is by two spaces');
      if (line === '' && lines[index - 1] === '') say('one blank line is enough');
    });
  }
};
