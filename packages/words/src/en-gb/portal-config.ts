/** Settings of a portal. */
export const portalConfig = {
  'portal_config.title': 'Settings of the portal',
  'portal_config.maps_key': 'Maps key',
  'portal_config.maps_key_hint':
    'The map of the portal is built in and uses no key. Every browser of the account receives this one; it is for a map source, of which the portal has none.',
  'portal_config.monitoring_url': 'Monitoring address',
  'portal_config.sample_rate': 'Monitored sessions',
  'portal_config.sample_rate_hint':
    'How many of a hundred sessions report errors of the portal: their kind, the kind of screen and the build, without content, names, numbers or addresses.',
  'portal_config.application_id': 'Application ID',
  'portal_config.application_id_hint': 'Names this deployment in reports of errors and on error pages.',
  'portal_config.region': 'Region',
  'noun.portal_config': 'the settings of a portal',
} as const
