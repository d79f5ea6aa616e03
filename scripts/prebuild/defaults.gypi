# What node-gyp's addon.gypi would bring of importance to a cross-compiled addon.
{
  'target_defaults': {
    'type': 'loadable_module',
    'default_configuration': 'Release',
    'configurations': { 'Release': {} },
    'defines': [ 'BUILDING_NODE_EXTENSION' ],
  },
}
