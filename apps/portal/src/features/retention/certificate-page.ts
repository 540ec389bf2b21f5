import type { SignedCertificate } from '@holdfast/contract'
import type { IntlShape } from 'react-intl'
import type { useText } from '../../shared/i18n/text.ts'
import { byteSize } from '../../shared/ui/byte-size.ts'

type Translate = ReturnType<typeof useText>

/** The page has to look the same without the portal, in a browser and on paper. */
const style = `@page { size: A4 landscape; margin: 12mm } body { font: 10pt/1.4 sans-serif; margin: 2em; color: #111; background: #fff }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.2em 1.5em } dt { font-weight: 600 } dd { margin: 0; overflow-wrap: anywhere }
  table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: 0.25em 0.6em 0.25em 0; border-bottom: 1px solid #bbb; overflow-wrap: break-word }
  thead { display: table-header-group } tr { break-inside: avoid } section + section { break-before: page }
  small { overflow-wrap: anywhere }`

/** Certificates as a page of its own, to print or to keep as a PDF. Only the signed file can be checked. */
export const certificatePage = (certificates: readonly SignedCertificate[], t: Translate, intl: IntlShape): string => {
  const page = document.implementation.createHTMLDocument(t('certificate.title'))
  page.documentElement.lang = intl.locale
  const meta = page.createElement('meta')
  meta.setAttribute('charset', 'utf-8')
  page.head.prepend(meta)
  append(page.head, 'style', style)
  for (const signed of certificates) appendCertificate(append(page.body, 'section'), signed, t, intl)
  return `<!doctype html>${page.documentElement.outerHTML}`
}

const append = (to: Element, name: string, text?: string): HTMLElement => {
  const element = to.ownerDocument.createElement(name)
  if (text !== undefined) element.textContent = text
  to.append(element)
  return element
}

const appendCertificate = (section: Element, signed: SignedCertificate, t: Translate, intl: IntlShape): void => {
  append(section, 'h1', t('certificate.title'))
  const facts = append(section, 'dl')
  for (const [label, value] of factsOf(signed, t, intl)) {
    append(facts, 'dt', label)
    append(facts, 'dd', value)
  }
  appendRecordings(section, signed, t, intl)
}

const timeIn = (intl: IntlShape, time: string): string =>
  intl.formatDate(time, { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' })

const factsOf = ({ certificate, key_id, signature }: SignedCertificate, t: Translate, intl: IntlShape) => {
  const { run_id, policy_version, requested_by, approved_by, not_covered, recordings } = certificate
  const { backups_until, downloads, note } = not_covered
  return [
    [t('certificate.account'), certificate.client],
    [t('retention.run_id'), run_id],
    [t('certificate.issued_at'), timeIn(intl, certificate.issued_at)],
    [t('retention.policy_version'), intl.formatNumber(policy_version)],
    [t('retention.requested_by'), requested_by === 'system' ? t('retention.daily') : requested_by],
    [t('retention.continued_by'), approved_by ?? '–'],
    [t('certificate.recordings'), intl.formatNumber(recordings.length)],
    [t('certificate.method'), certificate.method],
    [t('certificate.verification'), certificate.verification],
    [t('certificate.not_covered'), note],
    [
      t('certificate.backups_until'),
      backups_until
        ? intl.formatDate(backups_until, { dateStyle: 'medium', timeZone: 'UTC' })
        : t('certificate.backups_unknown'),
    ],
    [t('certificate.downloads'), intl.formatNumber(downloads)],
    [t('certificate.signature'), `Ed25519, ${key_id}: ${signature}. ${t('certificate.signed_file')}`],
  ] as const
}

const appendRecordings = (
  section: Element,
  { certificate }: SignedCertificate,
  t: Translate,
  intl: IntlShape,
): void => {
  const table = append(section, 'table')
  const head = append(append(table, 'thead'), 'tr')
  for (const name of ['recording', 'kind', 'recorded', 'size', 'rule', 'destroyed', 'gone'] as const)
    append(head, 'th', t(`certificate.column_${name}`))
  const body = append(table, 'tbody')
  for (const one of certificate.recordings) {
    const row = append(body, 'tr')
    const { rule, sha256, sealed_bytes, objects_gone_at, payload_type } = one
    const reference = append(row, 'td', one.payload_reference)
    append(reference, 'br')
    append(reference, 'small', sha256 === null ? '–' : `SHA-256 ${sha256}`)
    append(row, 'td', t(`kind.${payload_type}`))
    append(row, 'td', timeIn(intl, one.payload_time))
    append(row, 'td', sealed_bytes === null ? '–' : byteSize(intl, sealed_bytes))
    append(
      row,
      'td',
      rule ? t('certificate.rule', { days: rule.destroy_after_days ?? 0, version: rule.policy_version }) : '–',
    )
    append(row, 'td', timeIn(intl, one.destroyed_at))
    append(row, 'td', objects_gone_at === null ? t('certificate.not_gone') : timeIn(intl, objects_gone_at))
  }
}
