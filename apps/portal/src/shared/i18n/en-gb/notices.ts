/** Notices, error pages and validation messages (rules-and-calls sections 5 and 8). */
export const notices = {
  'notice.error': 'An error occurred',
  'notice.not_found': 'Data not found',
  'notice.expired': 'Authentication expired',
  'notice.support_ending': 'Ending support mode',
  'notice.offline': 'The server could not be reached. Check your connection and try again.',
  'notice.new_build': 'A new version of Holdfast is ready',
  'notice.new_build_body': 'Reload to use it. What you have typed on this page would be lost.',
  'notice.reload': 'Reload',
  'error.not_found_title': 'Page Not Found',
  'error.server_title': 'Internal Server Error',
  'error.page_not_found': 'Page not found: {path}',
  'error.retry': 'Try again',
  'error.home': 'Go to the start page',
  'error.no_access_title': 'Your roles do not open this',
  'error.no_access_body': 'Ask an account administrator for a role that allows “{action}”.',
  'error.load_title': 'This could not be loaded',
} as const
