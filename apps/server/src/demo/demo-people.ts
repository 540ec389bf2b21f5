/** Names of device users, made up by combining; the same every time. */
const firstNames = {
  'en-GB': [
    'James',
    'Priya',
    'Oliver',
    'Charlotte',
    'Daniel',
    'Aisha',
    'Edward',
    'Mei',
    'George',
    'Fiona',
    'Samuel',
    'Leila',
    'Harry',
    'Zoe',
    'Callum',
    'Ingrid',
    'Theo',
  ],
  'pt-BR': [
    'Ana',
    'Bruno',
    'Camila',
    'Diego',
    'Fernanda',
    'Gustavo',
    'Helena',
    'Igor',
    'Juliana',
    'Lucas',
    'Mariana',
    'Otávio',
    'Paula',
  ],
} as const

const surnames = {
  'en-GB': [
    'Ashworth',
    'Banerjee',
    'Cole',
    'Donnelly',
    'Ellis',
    'Forsyth',
    'Grant',
    'Hughes',
    'Iqbal',
    'Jarvis',
    'Kerr',
    'Lowe',
    'Marsh',
    'Nolan',
    'Okafor',
    'Pryce',
    'Quinn',
    'Reid',
    'Shaw',
  ],
  'pt-BR': [
    'Almeida',
    'Barros',
    'Cardoso',
    'Duarte',
    'Esteves',
    'Farias',
    'Gomes',
    'Lima',
    'Moreira',
    'Pinto',
    'Ribeiro',
    'Souza',
    'Teixeira',
    'Vieira',
  ],
} as const

export interface PersonName {
  first_name: string
  surname: string
  device_user_reference: string
  email: string
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

/** The person with this number: coprime list lengths make the first few hundred different. */
export const demoPerson = (client: string, locale: 'en-GB' | 'pt-BR', number: number): PersonName => {
  const [first, last] = [firstNames[locale], surnames[locale]]
  const first_name = first[number % first.length] ?? ''
  const surname = last[number % last.length] ?? ''
  const device_user_reference = `${plain(first_name)}.${plain(surname)}`
  return { first_name, surname, device_user_reference, email: `${device_user_reference}@${client}.example` }
}
