import type { City } from './cities.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface Person {
  phone_number: string
  name: string
}

const names = {
  en: ['Hannah Whitlock', 'Rohan Mehta', 'Calum Reid', 'Joy Adeyemi', 'Tobias Lang', 'Imogen Hale', 'Wei Tan'],
  pt: [
    'Otávio Prado',
    'Beatriz Carvalho',
    'Rafael Nunes',
    'Inês Tavares',
    'Caio Freitas',
    'Lúcia Rangel',
    'Tiago Melo',
  ],
}

/** One of the city's seven second parties. Each always has the same phone number. */
export const secondParty = (city: City, random: SeededRandom): Person => {
  const people = city.language === 'pt' ? names.pt : names.en
  return personNumber(city, people, random.between(0, people.length - 1))
}

/** `count` different second parties, at most seven. */
export const secondParties = (city: City, random: SeededRandom, count: number): Person[] => {
  const people = city.language === 'pt' ? names.pt : names.en
  const first = random.between(0, people.length - 1)
  return Array.from({ length: Math.min(count, people.length) }, (_, at) =>
    personNumber(city, people, (first + at) % people.length),
  )
}

const personNumber = (city: City, people: readonly string[], at: number): Person => ({
  phone_number: city.numberOf(String(1100 + at * 37)),
  name: people[at] ?? '',
})
