import type { comments as source } from '../en-gb/comments.ts'
import type { Translation } from './translation.ts'

export const comments: Translation<typeof source, 'comments' | 'comment'> = {
  'page.comments': 'Comentários',
  'comment.write': 'Escreva um comentário',
  'comment.send': 'Comentar',
  'comment.at': 'Em {time}',
  'comment.none': 'Nenhum comentário ainda',
  'comment.none_body': 'Os comentários sobre gravações aparecem aqui à medida que são escritos.',
  'comment.body': 'Comentário',
  'comment.author': 'Autor',
  'comment.deleted': 'Excluídos',
  'comment.delete_question': 'Excluir este comentário?',
  'comment.delete_body': 'Ele some de todas as listas, mas permanece registrado.',
  'comment.edited': 'Editado',
  'comment.versions': 'Versões anteriores',
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
  'refusal.comment.not_own': 'Somente o autor de um comentário pode alterá-lo',
}
