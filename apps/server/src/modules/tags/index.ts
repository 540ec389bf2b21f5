import type { Handlers } from '../../core/calls/index.ts'
import { deleteTag } from './delete-tag.ts'
import { getTag, listTags } from './list-tags.ts'
import { previewTag } from './preview-tag.ts'
import { putTag } from './put-tag.ts'

export { checkTagChange } from './check-tag-change.ts'
export { removeTag } from './delete-tag.ts'
export { saveTag } from './put-tag.ts'
export { lastChangesOfTags } from './tag-record.ts'

export const tagHandlers = {
  listTags,
  getTag,
  putTag,
  deleteTag,
  previewTag,
} satisfies Partial<Handlers>
