// The entry of the library of plug-ins: what a Vamp host asks for its plug-ins.
#include <vamp-sdk/PluginAdapter.h>
#include <vamp/vamp.h>

#include "app/doors/vamp/tactus_plugin.h"

const VampPluginDescriptor* vampGetPluginDescriptor(unsigned int version, unsigned int index) {
  static Vamp::PluginAdapter<tactus::vamp::TactusPlugin> adapter;
  if (version < 1 || index > 0) return nullptr;
  return adapter.getDescriptor();
}
