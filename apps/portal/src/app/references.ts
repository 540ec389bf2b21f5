import { notFound } from '@tanstack/react-router'

const nameLike = (least: number, most: number): RegExp =>
  new RegExp(`^(?=.{${least},${most}}$)[A-Za-z0-9_.!()-](?:[A-Za-z0-9_.!() -]*[A-Za-z0-9_.!()-])?$`)

/**
 * Which references are well formed (rules-and-calls section 5). They repeat the contract's schemas, which would load
 * TypeBox before the first guard runs. A test compares both.
 */
export const referencePatterns = {
  alert_reference: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  payload_reference: /^.{26,36}$/su,
  device_reference: /^[^ ,+#/:][^,+#/:]*$/u,
  device_user_reference: /^[^ ,][^,]{2,59}$/u,
  group_reference: /^[^ ,].{1,254}$/su,
  role_reference: nameLike(3, 35),
  tag_key: nameLike(1, 60),
  app_reference: nameLike(3, 60),
  webhook_reference: nameLike(3, 60),
  log_id: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  access_request_reference: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  gap_reference: /^.{26,36}$/su,
  draft_reference: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  import_reference: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  record_reference: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  statement_reference: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  queue_reference: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  transfer_config_reference: /^[A-Za-z0-9:/_-]{3,255}$/,
  matter_reference: /^.{1,60}$/su,
  migration_id: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  transfer_id: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  request_reference: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
} as const satisfies Record<string, RegExp>

const isReferenceName = (name: string): name is keyof typeof referencePatterns => Object.hasOwn(referencePatterns, name)

const partsOf = (path: string): number => path.split('/').filter((part) => part !== '').length

/**
 * Answers an address that goes on after that of its screen with 'not found'. The router would show the screen.
 * @param screen the address of the screen, with `$name` for references
 */
export const refuseLonger = (screen: string, address: string): void => {
  if (partsOf(address) > partsOf(screen)) throw notFound()
}

/** Answers a malformed reference in an address with 'not found', without a call: nothing can have that reference. */
export const refuseMalformed = ({ params }: { params: Readonly<Record<string, string | undefined>> }): void => {
  for (const [name, value] of Object.entries(params)) {
    if (isReferenceName(name) && value !== undefined && !referencePatterns[name].test(value)) throw notFound()
  }
}
