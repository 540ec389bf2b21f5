import type { playbackReason as source } from '../en-gb/playback-reason.ts'
import type { Translation } from './translation.ts'

export const playbackReason: Translation<typeof source, 'reasons'> = {
  'reasons.title': 'Por que você está abrindo isto?',
  'reasons.body':
    'Sua conta pede um motivo antes de abrir um conteúdo. Ele é registrado com o seu nome. Todos que podem ver a gravação podem lê-lo.',
  'reasons.reason': 'Motivo',
  'reasons.open': 'Abrir',
  'audit.reason': 'Motivo: {reason}',
  'audit.disposition': 'Resultado da revisão: {disposition}',
  'conversations.reason_required': 'Exibida quando você a abre e informa o motivo',
  'settings.playback_reason': 'Motivo para abrir gravações',
  'settings.playback_reason_hint':
    'As pessoas informam o motivo uma vez por gravação e visita, antes de reproduzir, ver ou baixar, e uma vez por conversa ou pelas imagens de uma lista. As listas deixam de mostrar palavras de mensagens. Aplicativos clientes enviam um motivo em cada solicitação.',
  'settings.playback_reason_none': 'Não pedir',
  'settings.playback_reason_text': 'Pedir, texto livre',
  'settings.playback_reason_list': 'Pedir, de uma lista',
  'settings.playback_reasons': 'Motivos à escolha',
  'settings.playback_reasons_hint': 'Até 20. Pressione Enter depois de cada um.',
  'settings.playback_reasons_none': 'Adicione pelo menos um motivo.',
}
