import type { ReleasesResponse } from '../http/releases.ts';

/** `GET /v4/releases` */
export const releasesExample: ReleasesResponse = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: [
    {
      version: '2.8.1-beta',
      build_date: '2024-06-04',
      current: true,
      change_list: ['Finds cards of the newest series.'],
      files: [
        {
          variant: 'base',
          name: 'openlode-2.8.1-beta.exe',
          url: 'https://pool.example/openlode-2.8.1-beta.exe',
          size: 93_412_352,
          sha256: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
          type: 'installer',
          os_detail: 'Windows 10/11 x64',
        },
        {
          variant: 'with miner files',
          name: null,
          url: null,
          size: null,
          sha256: null,
          type: 'installer',
          os_detail: 'Windows 10/11 x64',
        },
      ],
      issues: [{ slug: 'antivirus-false-positive', title: 'Antivirus warnings' }],
    },
    {
      version: '1.0.1-beta',
      build_date: null,
      current: false,
      change_list: ['The first version.'],
      files: [],
      issues: [],
    },
  ],
};
