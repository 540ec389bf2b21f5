import { notFound } from '@tanstack/react-router'

const nameLike = (least: number, most: number): RegExp =>
  new RegExp(`^(?=.{${least},${most}}$)[A-Za-z0-9_.!()-](?:[A-Za-z0-9_.!() -]*[A-Za-z0-9_.!()-])?$`)

/**
 * What references look like (rules-and-calls section 5). The contract's schemas say it in full; they would bring their
 * library into every page.
 */
export const referencePatterns = {
  payload_reference: /^.{26,36}$/su,
  device_reference: /^[^ ,+#/:][^,+#/:]*$/u,
  device_user_reference: /^[^ ,][^,]{2,59}$/u,
  group_reference: /^[^ ,].{1,254}$/su,
  role_reference: nameLike(3, 35),
  tag_key: nameLike(1, 60),
  app_reference: nameLike(3, 60),
  request_reference: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
} as const satisfies Record<string, RegExp>

const isReferenceName = (name: string): name is keyof typeof referencePatterns => Object.hasOwn(referencePatterns, name)

/** Nothing can be called what a malformed reference in an address says: a page that does not exist, without asking. */
export const refuseMalformed = ({ params }: { params: Readonly<Record<string, string | undefined>> }): void => {
  for (const [name, value] of Object.entries(params)) {
    if (isReferenceName(name) && value !== undefined && !referencePatterns[name].test(value)) throw notFound()
  }
}
