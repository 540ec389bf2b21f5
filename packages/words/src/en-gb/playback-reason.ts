/** Reasons for opening content. */
export const playbackReason = {
  'reasons.title': 'Why do you open this?',
  'reasons.body':
    'Your account asks for a reason before content is opened. It is recorded with your name. Everybody who may see the recording can read it.',
  'reasons.reason': 'Reason',
  'reasons.open': 'Open',
  'audit.reason': 'Reason: {reason}',
  'audit.disposition': 'Disposition: {disposition}',
  'conversations.reason_required': 'Shown when you open it and say why',
  'settings.playback_reason': 'Reason for opening recordings',
  'settings.playback_reason_hint':
    'People are asked once for each recording and visit, before they play, view or download it, and once for a conversation or the pictures of a list. Lists then show no words of messages. Client apps send a reason with each request.',
  'settings.playback_reason_none': 'Do not ask',
  'settings.playback_reason_text': 'Ask, free text',
  'settings.playback_reason_list': 'Ask, from a list',
  'settings.playback_reasons': 'Reasons to choose from',
  'settings.playback_reasons_hint': 'Up to 20. Press Enter after each.',
  'settings.playback_reasons_none': 'Add at least one reason.',
} as const
