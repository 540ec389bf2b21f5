/** What happened that concerns the person. */
export const notifications = {
  'notification.title': 'Notifications',
  'notification.bell_unread': '{count, plural, one {Notifications, # unread} other {Notifications, # unread}}',
  'notification.read_all': 'Mark all as read',
  'notification.unread': 'Unread',
  'notification.none': 'Nothing has happened that concerns you.',
  'notification.mentioned': '{who} mentioned you in {count, plural, one {a comment} other {comments on # recordings}}',
  'notification.reviews_assigned':
    '{count, plural, one {# recording} other {# recordings}} to review in ‘{queue}’, from {who}',
  'notification.reviews_escalated':
    '{who} passed {count, plural, one {# recording} other {# recordings}} of ‘{queue}’ on to you',
  'notification.reviews_due_soon':
    '{count, plural, one {# recording} other {# recordings}} of ‘{queue}’ to review by tomorrow',
  'notification.reviews_overdue':
    '‘{queue}’ is overdue: {count, plural, one {# recording waits} other {# recordings wait}} for your review',
  'notification.queue_overdue':
    'Your queue ‘{queue}’ is overdue: {count, plural, one {# recording is} other {# recordings are}} not reviewed',
  'notification.support_requested': '{who} asks for access to this account',
  'notification.role_draft_handed_over':
    '{who} hands you a change{named, select, yes { of ‘{role}’} other {}} to approve',
  'notification.role_draft_approved': '{who} approved your change{named, select, yes { of ‘{role}’} other {}}',
  'notification.role_draft_rejected': '{who} rejected your change{named, select, yes { of ‘{role}’} other {}}',
  'notification.role_given': '{who} gave you the role ‘{role}’ for a time',
  'notification.hidden': 'Something that your roles do not show you any more',
  'notification.settings': 'Notification settings',
  'notification.settings_about': 'What you are notified of. The overview shows what waits for you in any case.',
  'notification.settings_none': 'With your roles, there is nothing to be notified of.',
  'notification.about_mentioned': 'Mentions in comments',
  'notification.about_reviews_assigned': 'Recordings that are assigned for review',
  'notification.about_reviews_escalated': 'Recordings that are passed on',
  'notification.about_reviews_due_soon': 'Reviews that are due tomorrow',
  'notification.about_reviews_overdue': 'Reviews that are overdue',
  'notification.about_queue_overdue': 'Own queues that are overdue',
  'notification.about_support_requested': 'Requests for support access',
  'notification.about_role_draft_handed_over': 'Changes sent for your approval',
  'notification.about_role_draft_approved': 'Own changes that are approved',
  'notification.about_role_draft_rejected': 'Own changes that are rejected',
  'notification.about_role_given': 'Roles that are given to you',
  'notification.delivery': 'Notified',
  'notification.delivery_off': 'Not at all',
  'notification.delivery_portal': 'In the portal',
  'notification.delivery_portal_and_email': 'In the portal and by e-mail',
  'notification.kind': 'What happens',
  'notification.by_portal': 'Portal',
  'notification.by_email': 'E-mail',
  'notification.switch': '{kind}: {how}',
  'notification.email_ready':
    'E-mails go to {address}. They say that something happened, and lead here; who and what it is about, only the portal says.',
  'notification.email_not_set_up': 'This installation does not send e-mails: no mail server is set up.',
  'notification.email_no_address':
    'You get no e-mails: the service that signs you in has not passed on an address of yours.',
  'notification.email_failed': 'The e-mail of {time, date, medium}, {time, time, short} could not be sent.',
  'noun.notification_settings': 'what they are notified of',
  'done.notification_setting.updated': 'Chose what they are notified of',
  'noun.notifications': 'their notifications',
  'done.notifications.read': 'Marked notifications as read',
} as const
