# The settings of node-gyp's addon.gypi that a cross-compiled addon needs.
{
  'target_defaults': {
    'type': 'loadable_module',
    'default_configuration': 'Release',
    'configurations': { 'Release': {} },
    'defines': [ 'BUILDING_NODE_EXTENSION' ],
  },
}
