import type { comments as source } from '../en-gb/comments.ts'
import type { Translation } from './translation.ts'

export const comments: Translation<typeof source, 'comments' | 'comment'> = {
  'page.comments': 'Comentários',
  'comment.mention_list': 'Pessoas para mencionar',
  'did.GET /payloads/{payload_reference}/mentionable': 'Procurou pessoas para mencionar em um comentário',
  'comment.write': 'Escreva um comentário',
  'comment.send': 'Comentar',
  'comment.at': 'Em {time}',
  'comment.marks': 'Comentários sobre momentos desta gravação',
  'comment.mark': '{time}, {who}: {words}',
  'comment.mark_of_many':
    '{time}, {who}: {words} ({count, plural, one {mais # comentário} other {mais # comentários}} aqui)',
  'comment.here': 'Comentar este momento',
  'comment.here_key': 'Comentar este momento (c)',
  'comment.key': 'C comenta o momento.',
  'comment.on_several': 'Comentar {count, plural, one {# gravação} other {# gravações}}',
  'comment.on_several_hint':
    'O mesmo comentário é adicionado a cada uma delas. Quem pode ler os comentários de uma gravação o vê nela. As pessoas mencionadas com @ são avisadas das gravações que podem ler.',
  'comment.item_written': 'Comentada',
  'comment.none': 'Nenhum comentário ainda',
  'comment.none_body': 'Os comentários sobre gravações aparecem aqui à medida que são escritos.',
  'comment.body': 'Comentário',
  'comment.author': 'Autor',
  'comment.deleted': 'Excluídos',
  'comment.deleted_by': '{who} excluiu um comentário de {author}',
  'comment.deleted_list': 'Comentários excluídos',
  'comment.deleted_own': '{author} excluiu um comentário próprio',
  'comment.delete_question': 'Excluir este comentário?',
  'comment.delete_body':
    'O texto some de todas as listas, mas permanece registrado. A gravação mostra quem o excluiu, e quando.',
  'comment.edited': 'Editado',
  'comment.versions': 'Versões anteriores',
  'did.POST /comments': 'Comentou várias gravações',
  'did.GET /comments': 'Leu comentários',
  'did.GET /payloads/{payload_reference}/comments': 'Leu comentários',
  'did.GET /payloads/{payload_reference}/comments/{comment_id}/versions': 'Leu comentários',
  'did.POST /payloads/{payload_reference}/comments': 'Comentou uma gravação',
  'did.PUT /payloads/{payload_reference}/comments/{comment_id}': 'Alterou um comentário',
  'did.DELETE /payloads/{payload_reference}/comments/{comment_id}': 'Excluiu um comentário',
  'action.comments:read': 'Ler comentários sobre gravações',
  'action.comments:write': 'Escrever e alterar os próprios comentários',
  'action.comments:delete': 'Excluir comentários sobre gravações',
  'refusal.comment.closed': 'Este comentário foi excluído',
  'refusal.comment.cannot_mention':
    '{person} não pode ser mencionada: nenhuma pessoa ativa com esse nome pode ver esta gravação',
  'refusal.comment.not_own': 'Somente o autor de um comentário pode alterá-lo',
}
