import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Client } from 'pg'

/** Everything that the database and a folder of objects have, as text: rows, their binary columns, and files. */
export const dumpInstallation = async (owner: Client, objectsFolder: string): Promise<string> => {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select schemaname || '.' || quote_ident(tablename) as name from pg_tables where schemaname in ('app', 'graphile_worker')`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: string }>(`select t::text as row from ${name} t`)
    texts.push(...rows.map(({ row }) => row))
    // Binary columns are shown as hexadecimal digits.
    texts.push(
      ...rows.flatMap(({ row }) =>
        [...row.matchAll(/\\\\?x([0-9a-f]{16,})/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')),
      ),
    )
  }
  const files = await readdir(objectsFolder, { recursive: true, withFileTypes: true })
  for (const file of files) {
    if (file.isFile()) texts.push(await readFile(path.join(file.parentPath, file.name), 'latin1'))
  }
  return texts.join('\n')
}
