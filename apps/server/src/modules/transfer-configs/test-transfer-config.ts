/** `POST /transfer_configs/{transfer_config_reference}/test`. */
export const testTransferConfig = () => {
  throw new Error('not built yet')
}
