/** Made-up names of device users. First names and surnames are combined, always in the same way. */
const firstNames = {
  'en-GB':
    'James Priya Oliver Charlotte Daniel Aisha Edward Mei George Fiona Samuel Leila Harry Zoe Callum Ingrid Theo'.split(
      ' ',
    ),
  'pt-BR': 'Ana Bruno Camila Diego Fernanda Gustavo Helena Igor Juliana Lucas Mariana Otávio Paula'.split(' '),
}

const surnames = {
  'en-GB':
    'Ashworth Banerjee Cole Donnelly Ellis Forsyth Grant Hughes Iqbal Jarvis Kerr Lowe Marsh Nolan Okafor Pryce Quinn Reid Shaw'.split(
      ' ',
    ),
  'pt-BR': 'Almeida Barros Cardoso Duarte Esteves Farias Gomes Lima Moreira Pinto Ribeiro Souza Teixeira Vieira'.split(
    ' ',
  ),
}

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

/** The person with this index. The two lists have coprime lengths, so that the first few hundred names differ. */
export const demoPerson = (client: string, locale: 'en-GB' | 'pt-BR', number: number): PersonName => {
  const [first, last] = [firstNames[locale], surnames[locale]]
  const first_name = first[number % first.length] ?? ''
  const surname = last[number % last.length] ?? ''
  const device_user_reference = `${plain(first_name)}.${plain(surname)}`
  return { first_name, surname, device_user_reference, email: `${device_user_reference}@${client}.example` }
}
