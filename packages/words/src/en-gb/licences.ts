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
  'licences.limit_value': '{limit, number}',
  'licences.share': 'Share of the limit',
  'licences.used_of': '{used, number} of {limit, number} in use',
  'licences.expected': 'Expected devices',
  'licences.exhausted_on': 'All in use by',
  'licences.not_foreseen': 'Not within two years',
  'licences.not_licensed': 'No licences',
  'licences.no_limit': 'No limit',
  'licences.limit_line': 'The line marks the present limit, {limit, number}.',
  'licences.free':
    '{service}: {free, plural, =0 {no licence is free} one {# licence is free} other {# licences are free}}',
  'licences.free_of_expected':
    '{service}: {free, plural, =0 {no licence is free} one {# licence is free} other {# licences are free}}, {expected, plural, one {# more device is expected} other {# more devices are expected}}',
  'licences.too_few': 'More devices are expected than licences are free',
  'licences.too_few_body':
    'People can be added, but devices are refused when no licence is free. Ask your provider for more.',
  'licences.all_in_use': 'All in use',
  'licences.over': '{count, plural, one {# over the limit} other {# over the limit}}',
  'licences.month': 'Month',
  'licences.most_used': 'Most in use',
  'licences.nearest': 'Nearest to its limit',
  'licences.limits': 'Limits',
  'licences.limits_of': 'Licences of {name}',
  'licences.limits_hint': 'How many devices may use each service, 0 to 100,000. 100,000 means no limit.',
  'licences.change': 'Change limits',
  'licences.change_of': 'Change limits of {name}',
  'licences.in_use': '{used, number} in use',
  'licences.below_use':
    'Below the present use of {used, number}. Devices in use go on recording, but no new ones can be added.',
  'reason.licence.exhausted': 'Too few licences of a service were free',
  'done.licence.updated': 'Changed licence limits',
  'tried.PUT /clients/{client}/licenses': 'Tried to change licence limits',
} as const
