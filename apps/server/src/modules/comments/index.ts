import type { Handlers } from '../../core/calls/index.ts'
import { commentOnPayloads } from './comment-on-several.ts'
import { listComments, listCommentVersions, listPayloadComments } from './list-comments.ts'
import { listMentionable } from './mentions.ts'
import { closeComment, createComment, putComment } from './write-comments.ts'

export { lastChangesOfComments } from './comment-record.ts'
export { countComments } from './count-comments.ts'
export { eraseComments, type Written } from './erase-comments.ts'
export { openCommentsOf, openCommentsStatement, textsByReference } from './open-comments.ts'

export const commentHandlers = {
  listComments,
  listPayloadComments,
  listCommentVersions,
  createComment,
  commentOnPayloads,
  putComment,
  closeComment,
  listMentionable,
} satisfies Partial<Handlers>
