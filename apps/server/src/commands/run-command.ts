import type { Settings } from '../platform/settings/index.ts'
import { exitCodeOf } from './exit-code-of.ts'

type Command = {
  purpose: string
  /** Whether it reads arguments. The other commands are configured by the environment alone. */
  takesArguments?: true
  run: (settings: Settings, args: string[]) => Promise<void>
}

/** The commands of `holdfast`. Each loads its code only when it runs, because `start` must be fast. */
const commands: Record<string, Command> = {
  start: {
    purpose: 'everything on this machine, with a demonstration',
    run: async (settings) => (await import('./start.ts')).start(settings),
  },
  serve: {
    purpose: 'the api and the portal',
    run: async (settings) => (await import('./serve.ts')).serve(settings),
  },
  work: {
    purpose: 'the worker',
    run: async (settings) => (await import('./work.ts')).work(settings),
  },
  client: {
    purpose: "client create: open a customer's account",
    takesArguments: true,
    run: async (settings, args) => (await import('./client.ts')).client(settings, args),
  },
  'device-user': {
    purpose: 'device-user create: a person whose handsets may authenticate',
    takesArguments: true,
    run: async (settings, args) => (await import('./device-user.ts')).deviceUser(settings, args),
  },
  account: {
    purpose: "account unlock: lift the network ranges of a customer's account",
    takesArguments: true,
    run: async (settings, args) => (await import('./account.ts')).account(settings, args),
  },
  payload: {
    purpose: 'payload rescan: scan quarantined recordings of an account again',
    takesArguments: true,
    run: async (settings, args) => (await import('./payload.ts')).payload(settings, args),
  },
  import: {
    purpose: 'upload the export of a legacy platform and start its migration',
    takesArguments: true,
    run: async (settings, args) => (await import('./import.ts')).importExport(settings, args),
  },
  backup: {
    purpose: 'copy the embedded database and objects to a folder, while Holdfast runs or not',
    takesArguments: true,
    run: async (settings, args) => (await import('./backup.ts')).backup(settings, args),
  },
  restore: {
    purpose: 'restore a backup to a new home, as a quiet copy',
    takesArguments: true,
    run: async (settings, args) => (await import('./restore.ts')).restore(settings, args),
  },
  drill: {
    purpose: 'prove that a backup can be restored, and what was destroyed stays destroyed',
    takesArguments: true,
    run: async (settings, args) => (await import('./drill.ts')).drill(settings, args),
  },
  quiet: {
    purpose: 'make a restored copy quiet: it sends and destroys nothing',
    run: async (settings) => (await import('./resume.ts')).quiet(settings),
  },
  resume: {
    purpose: 'take a quiet copy into use',
    run: async (settings) => (await import('./resume.ts')).resume(settings),
  },
  'check-handset': {
    purpose: 'say clause by clause what a handset in development does wrong',
    takesArguments: true,
    run: async (_settings, args) => (await import('./check-handset.ts')).checkHandset(args),
  },
  help: {
    purpose: 'this text',
    run: async () => (await import('./help.ts')).help(commands),
  },
}

/**
 * Runs `holdfast <command>`.
 * @returns the exit code: 0 success, 1 failure, 2 wrong command, argument or setting
 */
export async function runCommand([name = 'help', ...args]: string[]): Promise<number> {
  if (name === '--help' || name === '-h') return await runCommand(['help'])
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    console.error(`There is no command "${name}". Commands: ${Object.keys(commands).join(', ')}.`)
    return 2
  }
  if (args.length > 0 && !command.takesArguments) {
    if (args.includes('--help') || args.includes('-h')) return await runCommand(['help'])
    console.error(`"holdfast ${name}" takes no arguments: its settings come from the environment ("holdfast help").`)
    return 2
  }
  return await exitCodeOf((settings) => command.run(settings, args))
}
