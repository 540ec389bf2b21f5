/** The public pages. */
export const landing = {
  'page.privacy': 'Privacy',
  'page.cookies': 'Cookies',
  'page.landing': 'Compliance recording for managed mobile devices',
  'landing.headline': 'What was said, exactly as it was said.',
  'landing.lead':
    'Holdfast records the calls, messages, photos and videos of managed mobile devices for compliance. Each recording is sealed on the handset, arrives complete, and can be heard only by people with permission.',
  'landing.sign_in': 'Sign in',
  'landing.how': 'How it works',
  'landing.seal_title': 'Sealed on the handset',
  'landing.seal_body':
    'Every recording is encrypted where it is made, under your organisation’s own key. The sealed recording is stored unchanged until it is destroyed.',
  'landing.prove_title': 'Provably complete',
  'landing.prove_body':
    'Checksums and gapless sequence numbers show that a recording is complete and unchanged, and that none is missing. Signed statements say so for any month.',
  'landing.review_title': 'Found and heard in seconds',
  'landing.review_body':
    'One call among ten million, played in the browser: waveform, speed, conversation threads, and the facts beside them.',
  'landing.access_title': 'Only the right people',
  'landing.access_body':
    'Roles decide by group, kind of recording and network address. A denial always wins. Every access is on the audit trail, and so is every refusal.',
  'landing.deliver_title': 'Delivered where you need it',
  'landing.deliver_body': 'Scheduled transfers to your own storage, with manifests to reconcile.',
  'landing.keep_title': 'Kept as long as it must be',
  'landing.keep_body': 'Retention by policy, legal holds that nobody can bypass, and destruction that can be proved.',
  'landing.for_title': 'Made for the people who answer for it',
  'landing.for_officer': 'Compliance officers',
  'landing.for_officer_body': 'find one call before a deadline and show that it is unchanged.',
  'landing.for_reviewer': 'Reviewers',
  'landing.for_reviewer_body': 'listen all day without leaving the keyboard.',
  'landing.for_manager': 'Device managers',
  'landing.for_manager_body': 'see which of their handsets record, and which have gone quiet.',
  'landing.for_auditor': 'Auditors',
  'landing.for_auditor_body': 'read who opened and changed what, and who was refused.',
  'landing.preview_label': 'A recorded call in Holdfast: waveform, parties and chain of custody',
  'landing.preview_call': 'Call, outbound',
  'landing.preview_sealed': 'Sealed on device',
  'landing.preview_whole': 'Arrived complete',
  'landing.preview_unchanged': 'Unchanged today',
  'landing.footer': 'Holdfast, compliance recording for managed mobile devices',
  'legal.updated': 'Last changed on {date}',
} as const
