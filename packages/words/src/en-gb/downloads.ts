/** Saving several recordings as one file. */
export const downloads = {
  'download.title': 'Download {count, plural, one {# recording} other {# recordings}}?',
  'download.body':
    'You get one ZIP file with the originals and a list of the result for each recording. Each recording is recorded as downloaded by you.',
  'download.begun': 'The download has begun',
  'download.begun_body':
    '{refused, plural, =0 {Your browser shows its progress.} one {# recording can’t be downloaded; the list in the file says why.} other {# recordings can’t be downloaded; the list in the file says why.}}',
  'download.nothing': 'Nothing to download',
  'download.nothing_body': 'None of these recordings can be downloaded, or not by you.',
  'noun.downloads': 'downloads',
  'one.downloads': 'a download',
  'did.POST /downloads': 'Asked to download several recordings',
  'did.GET /downloads/{ticket}': 'Downloaded several recordings',
  'done.download.ended': 'The download of several recordings ended',
} as const
