/** Terms of use, en-GB. Any change needs a new version, because people accept the text by its hash. */
export const englishTerms = `# Terms of use

These terms apply to everybody who signs in to Holdfast, the portal in which your organisation keeps and reviews recordings of business communications. They stand beside the agreement between your organisation and the provider, and beside your organisation's own policies. Where they differ, the agreement comes first.

## 1. Who may use the portal

You may use the portal if your organisation, or the provider in support of your organisation, gave you access, and only for the duties for which you were given it. Your access is personal. Do not share your password or your session, and do not let anybody work under your name. Tell your administrator at once when you think that somebody else knows your password.

## 2. What you will find here

The portal holds recordings of calls, messages, photographs, videos and interviews, together with positions and technical records of managed devices. Much of it is personal data, and some of it is confidential, privileged or sensitive. You may meet communications of people who do not work for your organisation.

## 3. What you may do with it

- Look for, open, play and export recordings only as far as your duties need it: supervision, an enquiry, a legal obligation, a request of an authority, or the running of the service.
- Keep what you learn confidential, also after your access has ended.
- Keep exported recordings only where your organisation's policies allow it, protect them as well as they are protected here, and destroy them when they are no longer needed.
- Record your comments truthfully. They become part of the record and may be disclosed.

## 4. What you may not do

- Look at communications out of curiosity, or those of family, friends or colleagues without a reason that lies in your duties.
- Play, export or pass on communications with a personal number. They are personal and closed.
- Change, delete or destroy recordings, other than by the functions that were given to you for it and within your organisation's retention rules.
- Remove or get around a legal hold, an access rule, a malware warning or any other safeguard.
- Use the portal or its content to monitor people in a way that the law or your organisation's policies forbid.
- Test the security of the service without the provider's written consent.

## 5. Everything is recorded

Every sign-in and every call of the portal is recorded with your name, your network address, the time and what it was about, including calls that were refused. Listening to a recording is recorded. The trail is protected against later changes and is kept as your organisation's retention rules say. Your organisation, auditors and authorities may read it.

## 6. Personal data

Your organisation decides why and how recordings and the trail are processed and is their controller; the provider processes them on its behalf. The law that applies is that of your organisation, for example the United Kingdom General Data Protection Regulation, the General Data Protection Regulation of the European Union or the Brazilian General Data Protection Law (LGPD). Questions about your own data, and requests to see or correct it, go to your organisation.

## 7. Support by the provider

The provider's staff have no access to your organisation's recordings unless your organisation grants it for a certain purpose, role and time. Such visits are recorded as yours are.

## 8. Availability

The service is provided with the care that the agreement promises. Maintenance and faults can interrupt it. Do not rely on the portal for emergencies.

## 9. When these terms are broken

Access can be limited or withdrawn at any time when these terms are broken or when the safety of the recordings needs it. Misuse may also have consequences under your contract of employment, and under civil and criminal law.

## 10. Changes

When these terms change, you are asked to accept the new text before you go on. The version that you accepted, its text and the time of your acceptance are kept.
`
