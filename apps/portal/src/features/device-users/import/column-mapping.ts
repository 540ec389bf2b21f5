import { type ImportColumn, importColumns } from '@holdfast/contract'

/** Which column of the file has which field: its index, or `null` for none. */
export type Mapping = Readonly<Record<ImportColumn, number | null>>

/** Headers by which a column is found, besides its own name; small letters and digits only. */
const otherNames: Record<ImportColumn, readonly string[]> = {
  device_user_reference: ['reference', 'userreference', 'user', 'username', 'employeeid', 'referencia', 'usuario'],
  first_name: ['givenname', 'forename', 'nome', 'primeironome'],
  surname: ['lastname', 'familyname', 'sobrenome'],
  email: ['emailaddress', 'mail', 'enderecodeemail'],
  group: ['groupreference', 'team', 'desk', 'grupo', 'equipe'],
  services: ['service', 'servicos', 'servico'],
  expected_device_count: ['expecteddevices', 'devices', 'devicecount', 'dispositivosesperados', 'dispositivos'],
}

const plain = (header: string): string =>
  header
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')

/** Finds the columns by their headers, in English or Portuguese. */
export const guessMapping = (headers: readonly string[]): Mapping => {
  const known = headers.map(plain)
  const indexOf = (column: ImportColumn): number | null => {
    const names = [plain(column), ...otherNames[column]]
    const index = known.findIndex((header) => names.includes(header))
    return index < 0 ? null : index
  }
  return Object.fromEntries(importColumns.map((column) => [column, indexOf(column)])) as Mapping
}
