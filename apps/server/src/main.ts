#!/usr/bin/env node
import { runCommand } from './commands/run-command.ts'

// What a command that failed left open must not keep the process alive.
process.exit(await runCommand(process.argv.slice(2)))
