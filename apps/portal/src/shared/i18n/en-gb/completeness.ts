/** Which recordings are missing. */
export const completeness = {
  'completeness.reason': 'Reason',
  'completeness.explanation': 'Explanation',
  'completeness.reason_switched_off': 'The device was off',
  'completeness.reason_no_sim': 'No SIM',
  'completeness.reason_permission_withdrawn': 'A permission was withdrawn',
  'completeness.reason_storage_full': 'The storage was full',
  'completeness.reason_factory_reset': 'Factory reset',
  'completeness.reason_waiting_to_upload': 'Still on the device',
  'completeness.reason_other': 'Other',
  'did.GET /completeness': 'Viewed what is missing',
  'did.GET /completeness/gaps': 'Viewed missing recordings',
  'did.GET /completeness/gaps/{gap_reference}': 'Viewed why recordings may be missing',
  'did.GET /completeness/days': 'Viewed what is missing by day',
  'did.PUT /completeness/gaps/{gap_reference}/explanation': 'Explained missing recordings',
  'did.DELETE /completeness/gaps/{gap_reference}/explanation': 'Withdrew the explanation of missing recordings',
  'tried.PUT /completeness/gaps/{gap_reference}/explanation': 'Tried to explain missing recordings',
  'tried.DELETE /completeness/gaps/{gap_reference}/explanation':
    'Tried to withdraw the explanation of missing recordings',
  'done.completeness.explained': 'Explained missing recordings',
  'done.completeness.explanation_withdrawn': 'Withdrew the explanation of missing recordings',
} as const
