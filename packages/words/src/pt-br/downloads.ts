import type { downloads as source } from '../en-gb/downloads.ts'
import type { Translation } from './translation.ts'

export const downloads: Translation<typeof source, 'downloads' | 'download'> = {
  'download.title': 'Baixar {count, plural, one {# gravação} other {# gravações}}?',
  'download.body':
    'Você recebe um arquivo ZIP com os originais e uma lista do resultado de cada gravação. Cada uma fica registrada como baixada por você.',
  'download.begun': 'O download começou',
  'download.begun_body':
    '{refused, plural, =0 {Seu navegador mostra o andamento.} one {# gravação não pode ser baixada; a lista no arquivo diz por quê.} other {# gravações não podem ser baixadas; a lista no arquivo diz por quê.}}',
  'download.nothing': 'Nada para baixar',
  'download.nothing_body': 'Nenhuma destas gravações pode ser baixada, ou não por você.',
  'noun.downloads': 'downloads',
  'one.downloads': 'um download',
  'did.POST /downloads': 'Pediu para baixar várias gravações',
  'did.GET /downloads/{ticket}': 'Baixou várias gravações',
  'done.download.ended': 'O download de várias gravações terminou',
  'refusal.download.too_many': 'Vários dos seus downloads estão em andamento; espere um terminar',
  'refusal.download.expired': 'Este endereço de download foi usado ou expirou; baixe as gravações de novo',
}
