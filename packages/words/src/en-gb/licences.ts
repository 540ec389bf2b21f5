/** Licences: limits and their use by service. */
export const licences = {
  'page.licences': 'Licences',
  'page.clients_licences': 'Licences',
  'noun.licenses': 'licences',
  'licences.lead':
    'Each active device uses one licence for each service that it records. When none is free, new devices and people cannot get the service; devices that are active already go on recording.',
  'licences.not_limited':
    'Your provider has set no limits. Each active device uses one licence for each service that it records.',
  'licences.now': 'In use now',
  'licences.by_month': 'By month',
  'licences.by_group': 'By group',
  'licences.service': 'Service',
  'licences.used': 'In use',
  'licences.limit': 'Limit',
  'licences.share': 'Share of the limit',
  'licences.used_of': '{used, number} of {limit, number} in use',
  'licences.expected': 'Expected devices',
  'licences.exhausted_on': 'All in use by',
  'licences.all_in_use': 'All in use',
  'licences.over': '{count, plural, one {# over the limit} other {# over the limit}}',
  'licences.month': 'Month',
  'licences.most_used': 'Most in use',
  'licences.counted_at': 'Counted',
  'licences.limits': 'Limits',
  'licences.limits_of': 'Licences of {name}',
  'licences.limits_hint': 'How many devices may use each service, 0 to 100,000.',
  'licences.change': 'Change limits',
  'licences.change_of': 'Change limits of {name}',
  'licences.below_use':
    'Below the present use: {services}. Devices in use go on recording, but no new ones can be added.',
  'done.licence.updated': 'Changed licence limits',
  'tried.PUT /clients/{client}/licenses': 'Tried to change licence limits',
} as const
