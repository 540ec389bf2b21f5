import { calls } from '@holdfast/contract'
import { type ServedCall, serve } from '../../platform/http/index.ts'
import { deleteTag } from './delete-tag.ts'
import { getTag, listTags } from './list-tags.ts'
import { previewTag } from './preview-tag.ts'
import { putTag } from './put-tag.ts'

export const tagCalls: readonly ServedCall[] = [
  serve(calls.listTags, listTags),
  serve(calls.getTag, getTag),
  serve(calls.putTag, putTag),
  serve(calls.deleteTag, deleteTag),
  serve(calls.previewTag, previewTag),
]
