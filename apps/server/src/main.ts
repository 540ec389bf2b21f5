#!/usr/bin/env node
import { runCommand } from './commands/run-command.ts'

// Handles that a failed command left open must not keep the process alive.
process.exit(await runCommand(process.argv.slice(2)))
