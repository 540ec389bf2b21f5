/** What all forms say. */
export const forms = {
  'form.save': 'Save',
  'form.create': 'Create',
  'form.cancel': 'Cancel',
  'form.close': 'Close',
  'form.delete': 'Delete',
  'form.remove': 'Remove {what}',
  'form.saved': 'Saved',
  'form.deleted': 'Deleted',
  'form.delete_title': 'Delete {name}?',
  'form.refused': 'Nothing was changed',
  'form.type_to_confirm': 'Type “{word}” to confirm',
  'form.conflict_title': 'Somebody else has changed this meanwhile',
  'form.conflict': 'Nothing was overwritten. Choose what it shall be, then save.',
  'form.conflict_by':
    '{who} has saved it since you opened it. Nothing was overwritten. Choose what it shall be, then save.',
  'form.theirs': 'Now',
  'form.mine': 'Yours',
  'form.take_theirs': 'Go on with what is there now',
  'form.keep_mine': 'Keep mine and save again',
  'form.none': 'none',
} as const
