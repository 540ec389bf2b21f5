import type { payloadVerification as source } from '../en-gb/payload-verification.ts'
import type { Translation } from './translation.ts'

export const payloadVerification: Translation<typeof source, 'verification'> = {
  'integrity.title': 'Integridade',
  'integrity.intact': 'Selada e completa',
  'integrity.arrived': 'Chegou completa',
  'integrity.sealed': 'Selada no dispositivo',
  'integrity.damaged': 'Não íntegra',
  'integrity.unopened': 'Não abre',
  'integrity.open': 'Mostrar a prova',
  'integrity.last': 'Última verificação: {time}',
  'integrity.progress': 'Verificando: {share}',
  'integrity.progress_label': 'Progresso da verificação',
  'integrity.imported': 'Selada na importação',
  'integrity.imported_body':
    'O Holdfast a cifrou somente para a chave desta conta quando chegou de uma plataforma legada. O que aconteceu antes não pode ser provado.',
  'integrity.sealed_body': 'O dispositivo a cifrou somente para a chave desta conta, antes do envio.',
  'integrity.arrived_body':
    'Os bytes armazenados tinham o tamanho e a soma de verificação que o dispositivo registrou.',
  'integrity.verified': 'Verificada sem alteração',
  'integrity.verified_body':
    'Todos os bytes armazenados foram lidos, comparados com a soma de verificação e abertos durante o processamento.',
  'integrity.verified_later':
    'No processamento, todos os bytes armazenados serão lidos, comparados com a soma de verificação e abertos.',
  'integrity.verified_by':
    'Todos os bytes armazenados foram lidos, comparados com a soma de verificação e abertos, a pedido de {who}.',
  'integrity.damaged_body': 'Os bytes armazenados mudaram desde que chegaram. A trilha de auditoria tem os detalhes.',
  'integrity.no_content': 'Não há conteúdo processado para verificar.',
  'integrity.personal': 'Foi com um número pessoal: ninguém abre o conteúdo.',
  'integrity.verify': 'Verificar agora',
  'integrity.hint':
    'Lê todos os {size} de novo. O pedido, os bytes lidos e o resultado ficam registrados com o seu nome.',
  'integrity.none': 'Ninguém pediu uma verificação ainda.',
  'integrity.waiting': 'Aguardando para começar…',
  'integrity.running': 'Lendo: {read} de {size}',
  'integrity.result_intact': 'Sem alteração. Verificada {time} para {who}.',
  'integrity.result_damaged': 'Danificada: {found}. Verificada {time} para {who}.',
  'integrity.failed': 'A verificação não pôde ser feita. Isso não diz nada sobre a gravação; tente de novo.',
  'integrity.seal': 'Selo',
  'integrity.encryption': 'Criptografia',
  'integrity.encryption_value': 'AES-256-GCM, em segmentos de 64 KiB',
  'integrity.wrapping': 'Proteção da chave',
  'event.payload_verification_requested': 'Pediu uma verificação',
  'event.payload_verified': 'Verificada sem alteração',
  'event.payload_damage_confirmed': 'Verificada: danificada ou ausente',
  'did.GET /payloads/{payload_reference}/verification': 'Viu a integridade de uma gravação',
  'did.POST /payloads/{payload_reference}/verification': 'Pediu a verificação de uma gravação',
  'refusal.verification.no_content': 'Não há conteúdo processado desta gravação que possa ser verificado',
  'refusal.verification.personal': 'Ninguém abre o conteúdo de gravações com um número pessoal',
  'refusal.verification.running': 'Esta gravação já está sendo verificada',
  'refusal.verification.too_soon': 'Esta gravação foi verificada há pouco; tente de novo em um minuto',
  'refusal.verification.too_many': 'Você pediu a verificação de muitas gravações; aguarde até que uma termine',
}
