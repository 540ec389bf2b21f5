/** Settings of a portal. */
export const portalConfig = {
  'portal_config.title': 'Settings of the portal',
  'portal_config.maps_key': 'Maps key',
  'portal_config.maps_key_hint': 'The key of the map service. Every browser of the account receives it.',
  'portal_config.monitoring_url': 'Monitoring address',
  'portal_config.sample_rate': 'Monitored sessions',
  'portal_config.sample_rate_hint': 'How many of a hundred sessions report to the monitoring address.',
  'portal_config.application_id': 'Application ID',
  'portal_config.region': 'Region',
  'noun.portal_config': 'the settings of a portal',
} as const
