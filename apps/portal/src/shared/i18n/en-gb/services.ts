/** The overview of the services. */
export const services = {
  'page.services': 'Services',
  'services.about':
    'Recordings that you may see. Days are counted in UTC. Failed, quarantined and late recordings are those of the last 30 days, damaged ones those of any time.',
  'services.by_day': 'Recordings by day',
  'services.per_day': '{what}: number per day in the last 30 days',
  'services.last_7': '7 days',
  'services.last_30': '30 days',
  'services.last': 'Latest:',
  'services.no_exceptions': 'Nothing needs a look.',
  'services.failed': '{total, plural, one {{count} failed} other {{count} failed}}',
  'services.quarantined': '{total, plural, one {{count} quarantined} other {{count} quarantined}}',
  'services.damaged': '{total, plural, one {{count} damaged} other {{count} damaged}}',
  'services.late': '{total, plural, one {{count} late} other {{count} late}}',
  'services.all_calls': 'All calls',
  'services.all_messages': 'All messages',
  'services.all_photos': 'All photos',
  'services.all_videos': 'All videos',
  'services.all_interviews': 'All interviews',
  'services.all_comments': 'All comments',
  'services.all_diagnostics': 'All diagnostics',
  'noun.payload_counts': 'the overview of services',
} as const
