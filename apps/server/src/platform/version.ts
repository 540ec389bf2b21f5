import server from '../../package.json' with { type: 'json' }

/** The version of the server, from its package. */
export const { version } = server
