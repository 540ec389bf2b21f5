import type { publicKeys as source } from '../en-gb/public-keys.ts'
import type { Translation } from './translation.ts'

export const publicKeys: Translation<typeof source> = {
  'page.keys': 'Chaves públicas',
  'keys.former': 'Anterior',
  'keys.algorithm': 'Algoritmo',
  'keys.since': 'Desde',
  'keys.current': 'Em uso',
  'keys.empty': 'Nenhuma chave',
  'keys.empty_body': 'A chave de uma conta é criada com a conta.',
  'keys.rotated': 'A chave foi trocada',
  'keys.rotate': 'Trocar',
  'keys.rotate_title': 'Trocar a chave de {client}?',
  'keys.rotate_body':
    'Os dispositivos recebem a nova chave na próxima entrega de uma gravação e selam com ela as seguintes. Gravações seladas com a antiga continuam podendo ser abertas.',
  'noun.public_keys': 'chaves públicas',
  'did.POST /public_keys/{client}/rotation': 'Trocou uma chave pública',
}
