import type { payloadRescan as source } from '../en-gb/payload-rescan.ts'
import type { Translation } from './translation.ts'

export const payloadRescan: Translation<typeof source, 'rescan'> = {
  'rescan.again': 'Verificar de novo',
  'rescan.asked': 'A gravação está sendo verificada de novo',
  'rescan.title_of': 'Verificar {count, plural, one {# gravação} other {# gravações}} de novo?',
  'rescan.body_of':
    'As que estão em quarentena são abertas e verificadas de novo. Ficam prontas ou voltam à quarentena.',
  'rescan.item_asked': 'Em nova verificação',
  'event.payload_rescan_requested': 'Nova verificação pedida',
  'did.POST /payloads/rescan': 'Mandou verificar de novo gravações em quarentena',
}
