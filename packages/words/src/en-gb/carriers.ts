/** Carriers that handsets reported, by country. */
export const carriers = {
  'page.carriers': 'Carriers',
  'noun.countries': 'carriers and countries',
  'carriers.country': 'Country',
  'carriers.dialling_prefix': 'Dialling prefix',
  'carriers.carriers': 'Carriers',
  'carriers.clients': 'Customers',
  'carriers.first_seen': 'First seen',
  'carriers.last_seen': 'Last seen',
  'carriers.search': 'Country, prefix or carrier',
  'carriers.has_carriers': 'With carriers',
  'carriers.empty': 'No countries',
  'carriers.empty_body': 'No country or carrier matches.',
  'param.has_carriers': 'With carriers',
} as const
