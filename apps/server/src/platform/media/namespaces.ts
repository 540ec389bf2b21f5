import type { Command, View } from './view.ts'

/**
 * A user, network, process and mount namespace (namespaces(7)): without interfaces, other processes and capabilities. The
 * namespaces need no rights on the machine.
 */
const namespaces: Command = [
  'unshare',
  '--user',
  '--map-root-user',
  '--net',
  '--pid',
  '--ipc',
  '--uts',
  '--mount-proc',
  '--fork',
  '--kill-child',
]
const withoutRights = ['setpriv', '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all']

/**
 * `$1` is how many folders follow, which are covered by an empty one. Settings of the kernel become read-only: a worker that runs
 * as root could change them.
 */
const hide =
  'mount -o bind,ro /proc/sys /proc/sys || exit 1; n=$1; shift; while [ "$n" -gt 0 ]; do mount -t tmpfs -o ro,size=4k none "$1" || exit 1; shift; n=$((n - 1)); done; exec "$@"'

/** The command in namespaces that hide some folders and leave the rest of the machine's files in place. */
export const inNamespaces = ({ hidden }: View, command: Command): Command => [
  ...namespaces,
  'sh',
  '-c',
  hide,
  'sh',
  String(hidden.length),
  ...hidden,
  ...withoutRights,
  ...command,
]
