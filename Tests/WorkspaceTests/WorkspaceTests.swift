// Tests of Workspace.
