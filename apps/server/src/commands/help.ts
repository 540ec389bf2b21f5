import { settingTable } from '../platform/settings/index.ts'

/** `holdfast help`: prints the commands and the settings. */
export async function help(commands: Record<string, { purpose: string }>): Promise<void> {
  console.log('holdfast <command>\n')
  const width = Math.max(...Object.keys(commands).map((name) => name.length)) + 2
  for (const [name, { purpose }] of Object.entries(commands)) console.log(`  ${name.padEnd(width)}${purpose}`)
  console.log('\nSettings, from the environment:\n')
  for (const { name, purpose, accepts, otherwise } of Object.values(settingTable)) {
    console.log(`  ${name}: ${purpose}\n      ${accepts}; otherwise ${otherwise}`)
  }
}
