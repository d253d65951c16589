using System;
using System.Collections.Generic;

namespace Orchard.Model
{
    [DataContract(Name = "Owner")]
    public partial class Owner : IEquatable<Owner>
    {
        [DataMember(Name = "name")]
        public string Name { get; set; }
    }
}
