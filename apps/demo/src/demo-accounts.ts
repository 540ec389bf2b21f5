import { demoCustomers, demoPassword } from './demo-customers.ts'

/** A user of the demonstration who can sign in. */
export type DemoAccount = { portal: string; client: string; user: string; password: string; role: string }

/** All users who can sign in to the demonstration. */
export const demoAccounts: readonly DemoAccount[] = demoCustomers.flatMap(({ client, people }) =>
  people.map(({ user_reference, about }) => ({
    portal: client === 'admin' ? 'admin' : 'client',
    client,
    user: user_reference,
    password: demoPassword,
    role: about,
  })),
)
