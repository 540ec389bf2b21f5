import type { Handlers } from '../../core/calls/index.ts'
import { deleteGroup } from './delete-group.ts'
import { getGroup, listGroups } from './list-groups.ts'
import { previewGroup } from './preview-group.ts'
import { putGroup } from './put-group.ts'

export { addImportedGroup, isGroup, problemOfImportedGroup } from './add-imported-group.ts'
export { allGroups, deletedGroups, groupsAt, lastChangesOfGroups, lockGroups, replaceTags } from './group-record.ts'
export { goneGroups, groupsEver } from './groups-ever.ts'
export { foundGroups } from './list-groups.ts'
export { assertGainsNothing, isVisibleTo } from './may-write-group.ts'
export { checkGroupChange, saveGroup } from './put-group.ts'

export const groupHandlers = {
  listGroups,
  getGroup,
  putGroup,
  deleteGroup,
  previewGroup,
} satisfies Partial<Handlers>
