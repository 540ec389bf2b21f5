/** Who could open recordings at a moment. */
export const contentAccess = {
  'page.content_access': 'Who had access',
  'content_access.lead':
    'Who could find, play or download recordings at a given moment, according to the roles, people and groups of that moment. This shows what was possible; the audit trail shows what was done.',
  'content_access.now': 'As it is now.',
  'content_access.then': 'As it was on {time}.',
  'content_access.changes': 'Changes on that day',
  'content_access.at': 'At',
  'content_access.groups': 'Groups',
  'content_access.people': 'People',
  'content_access.recording': 'Recording',
  'content_access.who': 'Who',
  'content_access.group': 'Group',
  'content_access.find': 'Could find',
  'content_access.play': 'Could play',
  'content_access.download': 'Could download',
  'content_access.roles': 'By',
  'content_access.all_kinds': 'All kinds',
  'content_access.somewhere': 'from some networks only',
  'content_access.choose': 'Choose groups or people',
  'content_access.choose_body':
    'The list then shows everybody who could open their recordings, or everything these people could open.',
  'content_access.nobody': 'Nobody',
  'content_access.nobody_body': 'Nobody could open these recordings at that moment.',
  'content_access.link': 'Who had access on a date',
  'value.listContentAccess': 'who had access',
} as const
