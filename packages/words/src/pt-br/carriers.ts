import type { carriers as source } from '../en-gb/carriers.ts'
import type { Translation } from './translation.ts'

export const carriers: Translation<typeof source, 'carriers' | 'carrier'> = {
  'page.carriers': 'Operadoras',
  'noun.countries': 'operadoras e países',
  'carriers.country': 'País',
  'carriers.dialling_prefix': 'Prefixo de discagem',
  'carriers.carriers': 'Operadoras',
  'carriers.clients': 'Clientes',
  'carriers.first_seen': 'Vista pela primeira vez',
  'carriers.last_seen': 'Vista pela última vez',
  'carriers.search': 'País, prefixo ou operadora',
  'carriers.has_carriers': 'Com operadoras',
  'carriers.empty': 'Nenhum país',
  'carriers.empty_body': 'Nenhum país ou operadora corresponde.',
  'param.has_carriers': 'Com operadoras',
}
